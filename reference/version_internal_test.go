package reference

import (
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheVersionNamesModuleRevisionAndGo(t *testing.T) {
	machine := runtime.GOOS + "/" + runtime.GOARCH
	for want, info := range map[string]*debug.BuildInfo{
		"(devel) " + runtime.Version(): nil,
		"(devel) go1.30 " + machine:    {GoVersion: "go1.30"},
		"v1.2.3 go1.30 " + machine:     {GoVersion: "go1.30", Main: debug.Module{Version: "v1.2.3"}},
		"(devel) (revision 5e1f) go1.30 " + machine: {GoVersion: "go1.30", Main: debug.Module{Version: "(devel)"},
			Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "5e1f"}, {Key: "vcs.modified", Value: "false"}}},
		"v2.0.0 (revision 5e1f with changes) go1.30 " + machine: {GoVersion: "go1.30", Main: debug.Module{Version: "v2.0.0"},
			Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "5e1f"}, {Key: "vcs.modified", Value: "true"}}},
	} {
		require.Equal(t, want, version(info))
	}
	require.Contains(t, Version(), runtime.Version())
}
