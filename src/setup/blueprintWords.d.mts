export function inChinese(path: string, text: string): string
