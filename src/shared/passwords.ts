// What page and server both ask of a new password.

/** In characters, as people count them. */
export const shortestPassword = 10
