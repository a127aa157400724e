// Keeps the room's library from being empty until its first unit lands.
