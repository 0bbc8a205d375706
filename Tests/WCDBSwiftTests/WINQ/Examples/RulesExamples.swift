import Foundation
import Testing
import WCDBSwift

/// Builders and the texts they have: Rules.
@Suite struct `WINQ examples of rules` {}
