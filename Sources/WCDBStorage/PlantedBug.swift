/// Protocol errors that can be switched on to see whether the tests find them.
package enum PlantedBug: String, CaseIterable, Sendable {
    case skipLogSyncBeforeBackfill
    case skipMainSyncBeforeReset
    case skipBarrierAfterReset
    case skipDirectSyncBeforeLogSync
    case skipCommitSync
    case skipDirectVerification
    case chainFromMemory
    case forgetHeaderImage
    case forgetDirectorySync
    case skipParking
    case truncateLogBeforeHeader
    case freeWithoutMap
    case forgetFreeCount
    case ignoreSavepointDepth
    case dropSpilledPage
    case directOverOldPages
    case lostUpdateInBackfill
    case forgetLogPages
    case deltaMissesLine
    case resetBehindCommits
    case announceWithoutLookingAgain
    case publishBeforeVersions
    case readAheadIgnoresCheckpoint
    case scanIgnoresCheckpoint
    case forgetWaiterThatGaveUp
    case writeAfterSuspension
    case flushOnlyFrames
    case upgradeOldSnapshot
    case releaseNeededVersion
    case takeOverUnderReaders
    case skipImagesBeforeBackfill
    case forgetVersionsOnMain
    case leaveFileShort
}
