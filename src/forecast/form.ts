// What a fit chooses: on which scale, of which parts a series is made, and how quickly each part follows.

/** How quickly each part follows the newest days: shares of the last error. */
export interface Smoothing {
  level: number
  trend: number
  /** What is left of the trend after a day. */
  damping: number
  season: number
  /** Of a disturbance that passes, and what is left of it after a day. */
  memory: number
  decay: number
}

export interface Scale {
  kind: 'plain' | 'root' | 'log' | 'signed'
  /** Values are divided by it first, so that huge and tiny ones compute alike. */
  unit: number
  /** Added before root and log, so that a zero has a place. */
  offset: number
}

export interface Parts {
  /** `damped` runs out with time; `steady` goes on for ever. */
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
