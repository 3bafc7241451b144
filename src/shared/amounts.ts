// Sizes and durations as Chinese text, for administrators.

const units = ['字节', 'KB', 'MB', 'GB', 'TB'] as const

/** In units of 1024. */
export function sizeText(bytes: number): string {
  const unit = bytes < 1 ? 0 : Math.min(Math.floor(Math.log(bytes) / Math.log(1024)), units.length - 1)
  return `${Number((bytes / 1024 ** unit).toFixed(1))} ${units[unit]}`
}

export function spanText(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 1) return `${Math.max(1, Math.round(ms / 1000))} 秒`
  if (minutes < 120) return `${minutes} 分钟`
  return minutes < 2 * 24 * 60 ? `${Math.round(minutes / 60)} 小时` : `${Math.round(minutes / 1440)} 天`
}
