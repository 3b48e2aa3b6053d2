import { expect, test } from 'vitest'

test('finds what the answer about Einstein needs', async () => {
  const contexts = [
    'Albert Einstein was born on 14 March 1879 in Ulm, Germany. He grew up in Munich.',
    'In his miracle year Einstein published the theory of special relativity in 1905, in Annalen der Physik.',
    'Einstein left Germany in 1933 and worked in Princeton until he died in 1955.',
  ]
  const groundTruth = 'Einstein was born in 1879. He developed relativity. He received the Nobel Prize.'

  await expect(contexts).toHaveContextRecall(groundTruth, 0.9)
})
