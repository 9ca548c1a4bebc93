// Package keyring keeps the tokens of package oauthflow in the keyring of the operating system: the Keychain of macOS, the
// Credential Manager of Windows, the Secret Service of Linux desktops.
//
// It is a package of its own so that programs that keep tokens in a file do not compile the keyring's dependencies.
package keyring
