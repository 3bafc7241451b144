// Monaco's SQL language: colours, closing brackets and folding, following the engine's syntax.
import type { languages } from 'monaco-editor'
import { keywords } from './completion/keywords.ts'

export const languageId = 'sql'

export const languageConfiguration: languages.LanguageConfiguration = {
  comments: { lineComment: '--', blockComment: ['/*', '*/'] },
  brackets: [
    ['{', '}'],
    ['[', ']'],
    ['(', ')'],
  ],
  autoClosingPairs: [
    { open: '{', close: '}', notIn: ['string', 'comment'] },
    { open: '[', close: ']', notIn: ['string', 'comment'] },
    { open: '(', close: ')', notIn: ['string', 'comment'] },
    { open: '"', close: '"', notIn: ['string', 'comment'] },
    { open: "'", close: "'", notIn: ['string', 'comment'] },
  ],
  surroundingPairs: [
    { open: '{', close: '}' },
    { open: '[', close: ']' },
    { open: '(', close: ')' },
    { open: '"', close: '"' },
    { open: "'", close: "'" },
  ],
  // Chinese names are words; full-width punctuation separates words in the editor, though not for the engine.
  wordPattern: /[\p{L}\p{M}\p{N}_$]+/u,
  indentationRules: { increaseIndentPattern: /[([{]\s*$/, decreaseIndentPattern: /^\s*[)\]}]/ },
  folding: { offSide: false },
}

const name = '[\\p{L}_\\u0080-\\uffff][\\p{L}\\p{M}\\p{N}_$]*'

export const tokensProvider: languages.IMonarchLanguage = {
  defaultToken: '',
  tokenPostfix: '.sql',
  ignoreCase: true,
  unicode: true,
  keywords: [...keywords],
  brackets: [
    { open: '[', close: ']', token: 'delimiter.square' },
    { open: '(', close: ')', token: 'delimiter.parenthesis' },
    { open: '{', close: '}', token: 'delimiter.curly' },
  ],
  tokenizer: {
    root: [
      [/--.*$/, 'comment'],
      [/\/\*/, { token: 'comment', next: '@comment' }],
      [/e'/, { token: 'string', next: '@escapedText' }],
      [/[xbn]?'/, { token: 'string', next: '@text' }],
      [/"/, { token: 'identifier.quote', next: '@quoted' }],
      [/\$\$/, { token: 'string', next: '@dollars' }],
      [/\$([\p{L}_][\p{L}\p{N}_]*)\$/u, { token: 'string', next: '@tagged.$1' }],
      [/::/, 'delimiter'],
      [/:=/, 'delimiter'],
      [new RegExp(`:${name}`, 'u'), 'variable'],
      [/\.(?=[\p{L}_"])/u, { token: 'delimiter', next: '@member' }],
      [
        new RegExp(`${name}(?=\\s*\\()`, 'u'),
        { cases: { '@keywords': 'keyword', '@default': 'predefined' } },
      ],
      [new RegExp(name, 'u'), { cases: { '@keywords': 'keyword', '@default': 'identifier' } }],
      [/\d(_?\d)*(\.(\d(_?\d)*)?)?(e[+-]?\d+)?/, 'number'],
      [/\.\d(_?\d)*(e[+-]?\d+)?/, 'number'],
      [/[()[\]{}]/, '@brackets'],
      [/[;,.]/, 'delimiter'],
      [/[<>=!%&+\-*/|~^@#?:]/, 'delimiter'],
    ],
    // After a dot comes a name, whatever it is.
    member: [
      [new RegExp(`${name}(?=\\s*\\()`, 'u'), { token: 'predefined', next: '@pop' }],
      [new RegExp(name, 'u'), { token: 'identifier', next: '@pop' }],
      [/"/, { token: 'identifier.quote', switchTo: '@quoted' }],
      ['', { token: '', next: '@pop' }],
    ],
    comment: [
      [/[^*/]+/, 'comment'],
      [/\/\*/, { token: 'comment', next: '@push' }],
      [/\*\//, { token: 'comment', next: '@pop' }],
      [/[*/]/, 'comment'],
    ],
    text: [
      [/[^']+/, 'string'],
      [/''/, 'string'],
      [/'/, { token: 'string', next: '@pop' }],
    ],
    escapedText: [
      [/[^'\\]+/, 'string'],
      [/\\./, 'string'],
      [/''/, 'string'],
      [/'/, { token: 'string', next: '@pop' }],
    ],
    quoted: [
      [/[^"]+/, 'identifier'],
      [/""/, 'identifier'],
      [/"/, { token: 'identifier.quote', next: '@pop' }],
    ],
    dollars: [
      [/[^$]+/, 'string'],
      [/\$\$/, { token: 'string', next: '@pop' }],
      [/\$/, 'string'],
    ],
    tagged: [
      [/[^$]+/, 'string'],
      [
        /\$([\p{L}_][\p{L}\p{N}_]*)\$/u,
        { cases: { '$1==$S2': { token: 'string', next: '@pop' }, '@default': 'string' } },
      ],
      [/\$/, 'string'],
    ],
  },
}
