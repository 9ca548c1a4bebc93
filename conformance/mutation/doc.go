// Package mutation holds no program, only tests that judge the judge: each takes the SDK's own source with one fault in it,
// builds the SDK's driver or receiver from that, and wants the requirement that the fault breaks to say so. The product code
// carries no switches for it: the build sees the changed file by way of an overlay.
package mutation
