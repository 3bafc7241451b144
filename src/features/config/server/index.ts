// Exports of the configuration's server for other slices and the demo.

export { factsOfPoint } from './facts.ts'

import type * as Propose from './propose.ts'

export { forgetModel, readModel } from './model.ts'
export { refusesDefinition } from './objectKinds.ts'
export { markedColumns, personalNames } from './personal/marks.ts'
export { dateReadingOf } from './proposeColumns.ts'
export { reportProposer } from './proposer.ts'
export { lastNames, readDefinitions } from './repo.ts'
export { registerConfig } from './routes.ts'
export { repeatedKeys } from './saving/held.ts'
export { joinProblems } from './saving/joins.ts'
export { type NotedWrites, notedWrites } from './saving/noting.ts'

/** The first view with a point of the table. */
export const viewOfTable = async (...given: Parameters<typeof Propose.viewOf>): Promise<number | null> =>
  (await import('./propose.ts')).viewOf(...given)

/** Which columns of a file look like personal data; loaded when one is read. */
export const personalProposals = () => import('./personal/proposing.ts')

/** Where a player's id may stand, and who may ask by it; loaded when somebody does. */
export const playerPlaces = () => import('./personal/places.ts')

/** Whose rows loads leave out; loaded when somebody is erased. */
export const keepingOut = () => import('./personal/keptOut.ts')

/** Turns segments into dimensions; loaded when one is saved, not with the server. */
export const segmentDimensions = () => import('./saving/segmentDimensions.ts')
