import { expect, it } from 'vitest'
import { memoryStore } from '../../src/recordings/memory-store.ts'
import { describeStore } from '../contract/store-contract.ts'

describeStore('memoryStore', memoryStore)

it('says where it is', () => {
  expect(memoryStore().location).toBe('memory')
})
