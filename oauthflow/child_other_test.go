//go:build !unix

package oauthflow

const childRole = "OAUTHFLOW_TEST_CHILD"

func child(string) int { return 0 }
