// What other features and the demo may use of the segment server.
export { segments } from './objectKind.ts'
export { unmade } from './unmade.ts'

/** Segments as audiences for other features, loaded on first use. */
export const segmentAudiences = () => import('./audiences.ts')
