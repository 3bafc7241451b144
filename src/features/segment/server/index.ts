// What other features and the demo may use of the segment server.
export { mostListed } from '../contract.ts'
export { segments } from './objectKind.ts'
export { playerColumns } from './playerColumns.ts'
export { unmade } from './unmade.ts'

/** Segments as audiences for other features, loaded on first use. */
export const segmentAudiences = () => import('./audiences.ts')

/** Saves segments for other features, loaded on first use. */
export const segmentSaving = () => import('./service.ts')
