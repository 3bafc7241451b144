// Loaded when something is loaded into a table that reports stand on.
export { noteRestated } from './noting.ts'
export { duckdbReading, type Reading } from './reading.ts'
export { addedSides, exchangedSides, replacedSides, type Sides } from './sides.ts'
