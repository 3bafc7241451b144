// The measured lists: each is the product's own page, with invented answers to its calls.
import type { ComponentType } from 'react'
import { Page as PointsPage } from '#features/config/web/points/PointsPage.tsx'

export const pages: Record<string, ComponentType> = { points: PointsPage }
