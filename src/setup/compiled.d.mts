/** Environment that lets a new process reuse compiled code. */
export function compiledCode(folder?: string, ownUser?: number): { NODE_COMPILE_CACHE: string }
