WITH _shared1_p12 AS MATERIALIZED (
  SELECT DATE '2026-03-01' AS "_day", f."server" AS "d2", f."player" AS "_value"
  FROM "unfinished_day" AS f
  WHERE f."on_day" >= DATE '2026-03-01' AND f."on_day" < DATE '2026-03-11'
  GROUP BY 2, 3
  UNION ALL
  SELECT DATE '2026-03-11' AS "_day", f."server" AS "d2", f."player" AS "_value"
  FROM "unfinished_day" AS f
  WHERE f."on_day" >= DATE '2026-03-11' AND f."on_day" < DATE '2026-04-01'
  GROUP BY 2, 3
),
_shared1 AS MATERIALIZED (
  SELECT DATE '2026-03-01' AS "_day", f."server" AS "d2", sum(f."amount") AS "p11"
  FROM "unfinished_day" AS f
  WHERE f."on_day" >= DATE '2026-03-01' AND f."on_day" < DATE '2026-03-11'
  GROUP BY 2
  UNION ALL
  SELECT DATE '2026-03-11' AS "_day", f."server" AS "d2", sum(f."amount") AS "p11"
  FROM "unfinished_day" AS f
  WHERE f."on_day" >= DATE '2026-03-11' AND f."on_day" < DATE '2026-04-01'
  GROUP BY 2
),
_1_p12 AS MATERIALIZED (
  SELECT f."d2" AS "d2", f."_value" AS "_1_p12_value"
  FROM "_shared1_p12" AS f
  WHERE f."_day" >= DATE '2026-03-01' AND f."_day" < DATE '2026-04-01'
  GROUP BY 1, 2
),
_1 AS (
  SELECT f."d2" AS "d2", sum(f."p11") AS "p11"
  FROM "_shared1" AS f
  WHERE f."_day" >= DATE '2026-03-01' AND f."_day" < DATE '2026-04-01'
  GROUP BY 1
),
_prior1_1 AS (
  SELECT f."server" AS "d2", sum(f."amount") AS "p11"
  FROM "unfinished_day" AS f
  WHERE f."on_day" >= DATE '2026-02-01' AND f."on_day" < DATE '2026-02-11'
  GROUP BY 1
),
_base1_1_p12 AS MATERIALIZED (
  SELECT f."d2" AS "d2", f."_value" AS "_base1_1_p12_value"
  FROM "_shared1_p12" AS f
  WHERE f."_day" >= DATE '2026-03-01' AND f."_day" < DATE '2026-03-11'
  GROUP BY 1, 2
),
_base1_1 AS (
  SELECT f."d2" AS "d2", sum(f."p11") AS "p11"
  FROM "_shared1" AS f
  WHERE f."_day" >= DATE '2026-03-01' AND f."_day" < DATE '2026-03-11'
  GROUP BY 1
),
_top_ranked AS (
  SELECT "d2", sum("p11") AS "p11"
  FROM (
    SELECT "d2", "p11"
    FROM (
      SELECT "d2", sum("p11") AS "p11"
      FROM _1
      GROUP BY 1
    ) AS piece1
    UNION ALL
    SELECT "d2", NULL AS "p11"
    FROM (
      SELECT "d2"
      FROM _prior1_1
      GROUP BY 1
    ) AS piece2
  ) AS pieces
  GROUP BY 1
),
_top AS MATERIALIZED (
  SELECT r."d2", TRUE AS "_first"
  FROM (
    SELECT "d2", coalesce("p11", 0) AS "p11"
    FROM _top_ranked
  ) AS r
  ORDER BY r."p11" DESC NULLS LAST, r."d2" ASC NULLS LAST
  LIMIT 1
),
_1_p12_top AS MATERIALIZED (
  SELECT CASE WHEN _top."_first" THEN _1_p12."d2" END AS "d2", NOT coalesce(_top."_first", FALSE) AS "_other", "_1_p12_value"
  FROM _1_p12 LEFT JOIN _top ON _top."d2" IS NOT DISTINCT FROM _1_p12."d2"
  GROUP BY 1, 2, 3
),
_prior1_1_p12_top AS MATERIALIZED (
  SELECT CASE WHEN _top."_first" THEN f."server" END AS "d2", NOT coalesce(_top."_first", FALSE) AS "_other", f."player" AS "_prior1_1_p12_value"
  FROM "unfinished_day" AS f
  LEFT JOIN _top ON _top."d2" IS NOT DISTINCT FROM f."server"
  WHERE f."on_day" >= DATE '2026-02-01' AND f."on_day" < DATE '2026-02-11'
  GROUP BY 1, 2, 3
),
_prior1_1_top AS (
  SELECT CASE WHEN _top."_first" THEN _prior1_1."d2" END AS "d2", NOT coalesce(_top."_first", FALSE) AS "_other", sum("p11") AS "p11"
  FROM _prior1_1 LEFT JOIN _top ON _top."d2" IS NOT DISTINCT FROM _prior1_1."d2"
  GROUP BY 1, 2
),
_prior1_1_p12_top_rows AS (
  SELECT "d2", "_other", count("_prior1_1_p12_value") AS "p12"
  FROM _prior1_1_p12_top
  GROUP BY 1, 2
),
_prior1_rows AS MATERIALIZED (
  SELECT "d2", "_other", sum("p11") AS "p11", max("p12") AS "p12"
  FROM (
    SELECT "d2", "_other", "p11", 0 AS "p12"
    FROM _prior1_1_top
    UNION ALL
    SELECT "d2", "_other", NULL AS "p11", "p12"
    FROM _prior1_1_p12_top_rows
  ) AS _prior1_all
  GROUP BY 1, 2
),
_prior1_levels AS (
  SELECT 0 AS "_level", NULL AS "d2", FALSE AS "_other", sum("p11") AS "p11", (SELECT count(DISTINCT "_prior1_1_p12_value") FROM _prior1_1_p12_top) AS "p12"
  FROM _prior1_rows
  UNION ALL
  SELECT 1 AS "_level", "d2", "_other", "p11", "p12"
  FROM _prior1_rows
),
_prior AS (
  SELECT "_level", "d2", "_other", "p11", "p12"
  FROM (
    SELECT "_level", "d2", "_other", coalesce("p11", 0) AS "p11", "p12"
    FROM _prior1_levels
  ) AS r
  WHERE r."_level" IN (0, 1)
),
_base1_1_p12_top AS MATERIALIZED (
  SELECT CASE WHEN _top."_first" THEN _base1_1_p12."d2" END AS "d2", NOT coalesce(_top."_first", FALSE) AS "_other", "_base1_1_p12_value"
  FROM _base1_1_p12 LEFT JOIN _top ON _top."d2" IS NOT DISTINCT FROM _base1_1_p12."d2"
  GROUP BY 1, 2, 3
),
_base1_1_top AS (
  SELECT CASE WHEN _top."_first" THEN _base1_1."d2" END AS "d2", NOT coalesce(_top."_first", FALSE) AS "_other", sum("p11") AS "p11"
  FROM _base1_1 LEFT JOIN _top ON _top."d2" IS NOT DISTINCT FROM _base1_1."d2"
  GROUP BY 1, 2
),
_base1_1_p12_top_rows AS (
  SELECT "d2", "_other", count("_base1_1_p12_value") AS "p12"
  FROM _base1_1_p12_top
  GROUP BY 1, 2
),
_base1_rows AS MATERIALIZED (
  SELECT "d2", "_other", sum("p11") AS "p11", max("p12") AS "p12"
  FROM (
    SELECT "d2", "_other", "p11", 0 AS "p12"
    FROM _base1_1_top
    UNION ALL
    SELECT "d2", "_other", NULL AS "p11", "p12"
    FROM _base1_1_p12_top_rows
  ) AS _base1_all
  GROUP BY 1, 2
),
_base1_levels AS (
  SELECT 0 AS "_level", NULL AS "d2", FALSE AS "_other", sum("p11") AS "p11", (SELECT count(DISTINCT "_base1_1_p12_value") FROM _base1_1_p12_top) AS "p12"
  FROM _base1_rows
  UNION ALL
  SELECT 1 AS "_level", "d2", "_other", "p11", "p12"
  FROM _base1_rows
),
_base AS (
  SELECT "_level", "d2", "_other", "p11", "p12"
  FROM (
    SELECT "_level", "d2", "_other", coalesce("p11", 0) AS "p11", "p12"
    FROM _base1_levels
  ) AS r
  WHERE r."_level" IN (0, 1)
),
_1_top AS (
  SELECT CASE WHEN _top."_first" THEN _1."d2" END AS "d2", NOT coalesce(_top."_first", FALSE) AS "_other", sum("p11") AS "p11"
  FROM _1 LEFT JOIN _top ON _top."d2" IS NOT DISTINCT FROM _1."d2"
  GROUP BY 1, 2
),
_1_p12_top_rows AS (
  SELECT "d2", "_other", count("_1_p12_value") AS "p12"
  FROM _1_p12_top
  GROUP BY 1, 2
),
_present AS MATERIALIZED (
  SELECT "d2", "_other", sum("p11") AS "p11", max("p12") AS "p12"
  FROM (
    SELECT "d2", "_other", "p11", 0 AS "p12"
    FROM _1_top
    UNION ALL
    SELECT "d2", "_other", NULL AS "p11", "p12"
    FROM _1_p12_top_rows
  ) AS _all
  GROUP BY 1, 2
),
_rows AS MATERIALIZED (
  SELECT "d2", "_other", "p11", "p12"
  FROM _present
  UNION ALL
  SELECT "d2", "_other", NULL AS "p11", NULL AS "p12"
  FROM (
    SELECT "d2", "_other"
    FROM _prior1_rows
    EXCEPT
    SELECT "d2", "_other"
    FROM _present
  ) AS lacking
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d2", FALSE AS "_other", sum("p11") AS "p11", (SELECT count(DISTINCT "_1_p12_value") FROM _1_p12_top) AS "p12"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d2", "_other", "p11", "p12"
  FROM _rows
),
_compared AS (
  SELECT r.*, CASE WHEN _prior."_level" IS NULL THEN 0 ELSE _prior."p11" END AS "p11_prev", CASE WHEN r."_level" = 0 OR r."_level" = 1 THEN CASE WHEN _base."_level" IS NULL THEN 0 ELSE _base."p11" END ELSE r."p11" END / nullif(CASE WHEN _prior."_level" IS NULL THEN 0 ELSE _prior."p11" END, 0) - 1 AS "p11_diff", CASE WHEN r."_level" = 0 OR r."_level" = 1 THEN CASE WHEN _base."_level" IS NULL THEN 0 ELSE _base."p11" END ELSE r."p11" END AS "p11_base", CASE WHEN _prior."_level" IS NULL THEN 0 ELSE _prior."p12" END AS "p12_prev", CASE WHEN r."_level" = 0 OR r."_level" = 1 THEN CASE WHEN _base."_level" IS NULL THEN 0 ELSE _base."p12" END ELSE r."p12" END / nullif(CASE WHEN _prior."_level" IS NULL THEN 0 ELSE _prior."p12" END, 0) - 1 AS "p12_diff", CASE WHEN r."_level" = 0 OR r."_level" = 1 THEN CASE WHEN _base."_level" IS NULL THEN 0 ELSE _base."p12" END ELSE r."p12" END AS "p12_base"
  FROM (
    SELECT "_level", "d2", "_other", coalesce("p11", 0) AS "p11", coalesce("p12", 0) AS "p12"
    FROM _levels
  ) AS r
  LEFT JOIN _prior ON _prior."_level" = r."_level" AND _prior."d2" IS NOT DISTINCT FROM r."d2" AND _prior."_other" IS NOT DISTINCT FROM r."_other"
  LEFT JOIN _base ON _base."_level" = r."_level" AND _base."d2" IS NOT DISTINCT FROM r."d2" AND _base."_other" IS NOT DISTINCT FROM r."_other"
)
SELECT r."d2", r."p11", r."p11_prev", r."p11_diff", r."p12", r."p12_prev", r."p12_diff", r."_other", r."p11_base", r."p12_base"
FROM _compared AS r
ORDER BY r."_level", r."_other", r."p11" DESC NULLS LAST, r."d2" ASC NULLS LAST
LIMIT 100002
