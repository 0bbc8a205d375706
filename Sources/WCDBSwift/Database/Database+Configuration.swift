import Foundation
import WCDBStorage

// What is run on each connection.

extension Database {
    /// When a configuration is run: lower numbers before higher ones.
    ///
    /// ```swift
    /// database.setConfig(
    ///     named: "cache",
    ///     withInvocation: { try $0.exec(StatementPragma().pragma(.cacheSize).to(-8192)) },
    ///     withPriority: .high)
    /// ```
    public enum ConfigPriority: Int32, Sendable {
        /// Before everything else.
        case highest = -2147483648
        /// Early.
        case high = -100
        /// In between.
        case `default` = 0
        /// Late.
        case low = 100
    }

    /// Runs a closure on each connection before it is used.
    ///
    /// It runs when a connection is next taken into use, and again on all connections when the list
    /// of configurations changes; before that, and before a connection is closed, the second
    /// closure undoes it. A configuration replaces an earlier one of the same name. When a
    /// configuration throws, the operation that needed the connection throws too.
    ///
    /// ```swift
    /// database.setConfig(named: "keys", withInvocation: { handle in
    ///     try handle.exec(StatementPragma().pragma(.foreignKeys).to(true))
    /// })
    /// ```
    public func setConfig(
        named name: String, withInvocation invocation: @escaping Config,
        withUninvocation uninvocation: Config? = nil,
        withPriority priority: ConfigPriority = ConfigPriority.default
    ) {
        core.configurations.set(
            ConfigurationList.Configuration(
                name: name, priority: Int64(priority.rawValue), invoke: invocation,
                uninvoke: uninvocation))
    }

    /// Removes a configuration.
    ///
    /// ```swift
    /// database.removeConfig(named: "keys")
    /// ```
    public func removeConfig(named name: String) { core.configurations.remove(name) }
}
