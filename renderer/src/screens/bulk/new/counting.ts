import type { StoreApi } from 'zustand/vanilla';
import { answered, createLatest, idle, loading } from '../../../lib/remote.ts';
import { isRecipeEmpty, type NewDeps, type NewState, type RecipeCount } from './new-state.ts';
import { recipeOf, type RecipeText } from './recipe-text.ts';

/** Counts what a recipe would make, before anything is made. What was made of another recipe does not count any more. */
export function createCounting(
  { getState: get, setState: set }: StoreApi<NewState>,
  { request: { intake }, restMs }: NewDeps,
): (read: () => RecipeText) => void {
  const latest = createLatest();

  function count(text: RecipeText, isLatest: () => boolean): void {
    const recipe = recipeOf(text);
    if (!recipe.ok) {
      set({ count: { status: 'failed', error: recipe.error, before: null } });
      return;
    }
    const isEmpty = isRecipeEmpty(recipe.value);
    set({ recipe: recipe.value, count: isEmpty ? idle : loading(get().count) });
    if (isEmpty) return;
    void intake.count(recipe.value).then((result) => {
      if (isLatest()) set({ count: answered<RecipeCount>(idle, result) });
    });
  }

  return (read) => {
    const isLatest = latest.begin();
    if (get().count.status !== 'loading')
      set({ count: loading(get().count), ...(get().reportOf === 'recipe' ? { report: idle } : {}) });
    setTimeout(() => {
      if (isLatest()) count(read(), isLatest);
    }, restMs);
  };
}
