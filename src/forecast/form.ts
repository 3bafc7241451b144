// The result of a fit: the scale, the components, and their smoothing parameters.

/** How quickly each component follows new days: shares of the last error. */
export interface Smoothing {
  level: number
  trend: number
  /** Share of the trend that remains after a day. */
  damping: number
  season: number
  /** For a transient disturbance, and the share of it that remains after a day. */
  memory: number
  decay: number
}

export interface Scale {
  kind: 'plain' | 'root' | 'log' | 'signed'
  /** Values are divided by this first, so that huge and tiny ones compute alike. */
  unit: number
  /** Added before root and log, so that zero is allowed. */
  offset: number
}

export interface Parts {
  /** `damped` fades with time; `steady` continues for ever. */
  trend: 'none' | 'damped' | 'steady'
  season: boolean
  yearly: boolean
  memory: boolean
}

export interface Form {
  scale: Scale
  parts: Parts
  smoothing: Smoothing
}
