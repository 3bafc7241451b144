// Gives @monaco-editor/react the editor of our own build, with SQL and nothing else, and its worker from our server.
import { loader } from '@monaco-editor/react'
import * as monaco from 'monaco-editor/editor/editor.api.js'
import 'monaco-editor/languages/definitions/sql/register.js'

declare const EDITOR_WORKER: string

self.MonacoEnvironment = { getWorker: () => new Worker(EDITOR_WORKER, { name: 'editor' }) }
loader.config({ monaco: monaco as never })
