/** Values of a segment that was never computed. */
export const unmade = {
  now_dim: null,
  day_dim: null,
  state: 'none',
  problem: null,
  computed_at: null,
  computations: 0,
  kept_from: null,
  last_day: null,
} as const
