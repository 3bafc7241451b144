export function bundleContract(file: string, text?: string): Promise<{ script: Uint8Array; inputs: string[] }>
