// Numbers as the page says them.

export const grouped = (count: number): string => count.toLocaleString('en-US')

export const percent = (share: number): string =>
  share > 0 && share < 0.01 ? '<1%' : `${Math.round(share * 100)}%`

const units = ['B', 'KB', 'MB', 'GB', 'TB']

export function bytesText(bytes: number): string {
  const step = bytes <= 0 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** step
  return `${step === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[step]}`
}
