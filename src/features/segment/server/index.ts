// What other slices, and the demo, may use of the segments' server.
export { segments } from './kind.ts'
export { unmade } from './unmade.ts'

/** Segments as others aim at them; read when one does. */
export const segmentAudiences = () => import('./audiences.ts')
