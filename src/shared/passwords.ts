// Requirements for a new password, shared by page and server.

/** In characters as people count them. */
export const shortestPassword = 10
