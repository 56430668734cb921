import { createContext, type ReactNode } from 'react'

/** The content that ends the head of every screen of desktop widths: the frame has it, and the part that draws the head shows it. */
export const HeadEnd = createContext<ReactNode>(null)
