/** What a process that starts is given to find its code compiled as last time. */
export const compiled: { NODE_COMPILE_CACHE: string }
