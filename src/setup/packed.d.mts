/** Environment that lets our processes start quickly; `runtime` is the Node that they run on. */
export function quickStart(runtime?: string): { NODE_COMPILE_CACHE: string; NODE_OPTIONS?: string }
export function packedPackages(runtime?: string): { NODE_OPTIONS?: string }
