export function makeMemoryFolder(
  parent?: string,
  needed?: number,
): { folder: string; remove: () => void } | null
