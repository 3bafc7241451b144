// Loaded when something is loaded into a table that reports stand on.
export { noteRestated } from './noting.ts'
export { addedSides, exchangedSides, replacedSides } from './sides.ts'
