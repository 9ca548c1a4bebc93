// Package throttle slows down those who ask too often before they have shown who they are: by address, by client, by
// email. Its counts live in memory and are bounded; they stop floods and guessing at one door, and the limits that
// security rests on are counted in the database beside it.
package throttle
