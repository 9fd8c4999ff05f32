/* Lists the closed forms of all tables. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/formulas/formula_tables.h"

#define POINTER_TO_TABLE(name) formulas_##name,
const struct formula *const formula_tables[] = { FORMULA_TABLES(POINTER_TO_TABLE) NULL };

const struct formula *formula_at(int i)
{
	for (int t = 0; formula_tables[t]; t++)
		for (const struct formula *f = formula_tables[t]; f->text; f++)
			if (i-- == 0)
				return f;
	return NULL;
}
