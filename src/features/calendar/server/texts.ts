// Names and titles of the calendar as people type them; how long they may be says the contract.
import {
  cleanName,
  cleanLine as cleanObjectLine,
  cleanText as cleanObjectText,
} from '#server/objects/texts.ts'

export const cleanLine = (text: string): string => cleanObjectLine(text, '名称')
export const cleanTitle = (text: string): string => cleanName(text, '标题', Number.POSITIVE_INFINITY)
export const cleanText = (text: string): string => cleanObjectText(text, '说明')
