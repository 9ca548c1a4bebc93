// Package architecture has no code. Its tests hold the house together: who may import whom, and what stands at the top.
package architecture
