// What the start of the server uses of the installation's slice.
export { beginSettings } from './settings/follow.ts'
