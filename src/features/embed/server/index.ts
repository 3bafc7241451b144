// What other slices may use of embeds.
export { openEmbeds, stopEmbed } from './watching.ts'
