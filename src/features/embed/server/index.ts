// What other features may use of embeds.
export { openEmbeds, stopEmbed } from './watching.ts'
