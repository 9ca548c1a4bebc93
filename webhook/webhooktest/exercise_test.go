package webhooktest_test

import "testing"

func TestTheExampleOfAnInboxTestPasses(t *testing.T) { testMyInbox(t) }
