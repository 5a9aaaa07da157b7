package arcade

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// defenses lists the tests of the limits and guarantees in docs/arcade.md, in the order of that document. `make
// test-attack` runs all of them. It also runs all attacks at the same time against a server with 50 players, simulates
// 100 arcades, and kills 100 servers.
var defenses = [...]struct{ limit, tests string }{
	{"connections", "TestOneCustomerCannotShutOutOthers TestOneCustomerGetsFewConnections TestEviction" +
		" TestFullServerReplaces TestRandomRefusal TestPenalties"},
	{"resources of a customer", "TestWorkIsLimitedByCustomer TestBytesAreLimited TestStorageIsLimited TestBudget" +
		" TestCustomerMemoryIsLimited"},
	{"blocked visitors", "TestBlockedPlayersAreDisconnected TestBlockedNamesAndKeys TestBlockedNetworkIsDisconnected" +
		" TestEvictBlockedConnections"},
	{"time", "TestSlowClients TestSlowUser TestConnectionsWithoutSession TestKeepalive TestIdleVisitEnds"},
	{"reasons for refused clients", "TestRefusalsAreReadable"},
	{"proxies", "TestProxies TestUntrustedHeaders TestSilentProxiesAreLimited FuzzHeader TestOtherProtocols"},
	{"identity", "TestInvalidSignature TestLongKeyIsRefused"},
	{"algorithms", "TestAlgorithms TestCryptoVersion"},
	{"channels and requests", "TestOtherChannelsAreRefused TestTooManyRequests TestVariables TestSizes TestRequests" +
		" FuzzRequests"},
	{"key exchanges", "TestKeyExchanges"},
	{"packets", "TestPacketFlood TestEndDuringFlood TestEndWithQueuedPackets"},
	{"host keys", "TestHostKeysAreMadeOnce TestBadHostKeys TestSecondKeyForOldFolder"},
	{"no access to the server", "TestArcadeExecutesNoProgram TestCommands"},
	{"input", "TestInputFlood TestPastes TestPlayerInputIsNotDelayed"},
	{"resizes", "TestManyResizes"},
	{"clients that do not read", "TestClientDoesNotRead"},
	{"text of players", "FuzzHostileTerminal FuzzDecoder FuzzName"},
	{"logs", "TestLogEscapesClientText TestLogHasNoClientData TestWithoutAddress"},
	{"memory", "TestSessionMemory TestMemoryIsLimited TestWindowsShareTheMemory TestReservedMemoryIsEnough" +
		" TestSmallWindowFreesMemory"},
	{"frames", "TestLimitOfLargeFrames"},
	{"submitted recordings", "TestSubmit TestReadAllIsNotDelayed TestReadAllLimit"},
	{"commands", "TestUnansweredRequestsAreLimited TestUnreadExport"},
	{"leaks and panics", "TestSimulatedArcades TestPanic"},
	{"names", "TestNames TestSkeletons"},
	{"keys and their codes", "TestClaim TestNamesAndKeys TestAttemptsAreLimitedByCustomer TestKeys"},
	{"scores", "TestSubmit TestBoards"},
	{"number of players", "TestMaintenance TestNewPlayersAreLimited"},
	{"storage", "TestSQLiteFullDisk TestGamesWaitForFullDisk TestKillLosesNoGame TestServerEndsWithSpectator" +
		" TestCloseSavesGames"},
	{"web page", "TestConnectionsAreLimited TestRequestRateIsLimited TestRequestsAreLimited TestPages" +
		" TestForwardedRequestsAreLimited" +
		" TestLeaderboardsOnPage TestFrontPageIsSentWithoutLock"},
	{"watching on the web page", "TestSpectatorsAreLimited TestWatch"},
	{"videos", "TestCastsAreCached TestSlowCastIsAborted TestCastPauses"},
}

var testFunc = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)

// TestDefensesAreTested checks that the tests of the defenses exist.
func TestDefensesAreTested(t *testing.T) {
	exists := map[string]bool{}
	err := filepath.WalkDir(moduleRoot, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		code, err := os.ReadFile(path)
		for _, found := range testFunc.FindAllStringSubmatch(string(code), -1) {
			exists[found[1]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}

	for _, d := range defenses {
		for name := range strings.FieldsSeq(d.tests) {
			if !exists[name] {
				t.Errorf("the test %s for %q does not exist", name, d.limit)
			}
		}
	}
}
