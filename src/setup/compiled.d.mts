/** What a process that starts is given to find its code compiled as last time. */
export function compiledCode(folder?: string, ownUser?: number): { NODE_COMPILE_CACHE: string }
