-- $1 = "20"
-- $2 = "20"
WITH _1_p12 AS MATERIALIZED (
  SELECT f."channel" AS "d2", f."player_id" AS "_1_p12_value"
  FROM "compared_sale" AS f
  WHERE f."sale_day" >= DATE '2026-03-09' AND f."sale_day" < DATE '2026-03-11'
  GROUP BY 1, 2
),
_prior1_1_p12 AS MATERIALIZED (
  SELECT f."channel" AS "d2", f."player_id" AS "_prior1_1_p12_value"
  FROM "compared_sale" AS f
  WHERE f."sale_day" >= DATE '2026-03-02' AND f."sale_day" < DATE '2026-03-04'
  GROUP BY 1, 2
),
_prior1_1 AS (
  SELECT f."channel" AS "d2", sum(f."amount") AS "p11"
  FROM "compared_sale" AS f
  WHERE f."sale_day" >= DATE '2026-03-02' AND f."sale_day" < DATE '2026-03-04'
  GROUP BY 1
),
_prior1_1_p12_rows AS (
  SELECT "d2", count("_prior1_1_p12_value") AS "p12"
  FROM _prior1_1_p12
  GROUP BY 1
),
_prior1_rows AS MATERIALIZED (
  SELECT "d2", sum("p11") AS "p11", max("p12") AS "p12"
  FROM (
    SELECT "d2", "p11", 0 AS "p12"
    FROM _prior1_1
    UNION ALL
    SELECT "d2", NULL AS "p11", "p12"
    FROM _prior1_1_p12_rows
  ) AS _prior1_all
  GROUP BY 1
),
_prior1_kept AS MATERIALIZED (
  SELECT "d2", "p11_counted" AS "p11", "p12_counted" AS "p12"
  FROM (
    SELECT "d2", "p11" AS "p11_counted", "p12" AS "p12_counted", coalesce("p11", 0) AS "p11", "p12"
    FROM _prior1_rows
  ) AS r
  WHERE r."p11" > CAST($1 AS DOUBLE)
),
_prior1_levels AS (
  SELECT 0 AS "_level", NULL AS "d2", sum("p11") AS "p11", (SELECT count(DISTINCT "_prior1_1_p12_value") FROM _prior1_1_p12 JOIN _prior1_kept ON _prior1_kept."d2" IS NOT DISTINCT FROM _prior1_1_p12."d2") AS "p12"
  FROM _prior1_kept
  UNION ALL
  SELECT 1 AS "_level", "d2", "p11", "p12"
  FROM _prior1_kept
),
_prior AS (
  SELECT "_level", "d2", "p11", "p12"
  FROM (
    SELECT "_level", "d2", coalesce("p11", 0) AS "p11", "p12"
    FROM _prior1_levels
  ) AS r
  WHERE r."_level" IN (0)
  UNION ALL
  SELECT 1 AS "_level", "d2", "p11", "p12"
  FROM (
    SELECT "d2", coalesce("p11", 0) AS "p11", "p12"
    FROM _prior1_rows
  ) AS r
),
_1 AS (
  SELECT f."channel" AS "d2", sum(f."amount") AS "p11"
  FROM "compared_sale" AS f
  WHERE f."sale_day" >= DATE '2026-03-09' AND f."sale_day" < DATE '2026-03-11'
  GROUP BY 1
),
_1_p12_rows AS (
  SELECT "d2", count("_1_p12_value") AS "p12"
  FROM _1_p12
  GROUP BY 1
),
_present AS MATERIALIZED (
  SELECT "d2", sum("p11") AS "p11", max("p12") AS "p12"
  FROM (
    SELECT "d2", "p11", 0 AS "p12"
    FROM _1
    UNION ALL
    SELECT "d2", NULL AS "p11", "p12"
    FROM _1_p12_rows
  ) AS _all
  GROUP BY 1
),
_rows AS MATERIALIZED (
  SELECT "d2", "p11", "p12"
  FROM _present
  UNION ALL
  SELECT "d2", NULL AS "p11", NULL AS "p12"
  FROM (
    SELECT "d2"
    FROM _prior1_rows
    EXCEPT
    SELECT "d2"
    FROM _present
  ) AS lacking
),
_kept AS MATERIALIZED (
  SELECT "d2", "p11_counted" AS "p11", "p12_counted" AS "p12"
  FROM (
    SELECT "d2", "p11" AS "p11_counted", "p12" AS "p12_counted", coalesce("p11", 0) AS "p11", coalesce("p12", 0) AS "p12"
    FROM _rows
  ) AS r
  WHERE r."p11" > CAST($2 AS DOUBLE)
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d2", sum("p11") AS "p11", (SELECT count(DISTINCT "_1_p12_value") FROM _1_p12 JOIN _kept ON _kept."d2" IS NOT DISTINCT FROM _1_p12."d2") AS "p12"
  FROM _kept
  UNION ALL
  SELECT 1 AS "_level", "d2", "p11", "p12"
  FROM _kept
),
_compared AS (
  SELECT r.*, CASE WHEN _prior."_level" IS NULL THEN 0 ELSE _prior."p11" END AS "p11_prev", r."p11" / nullif(CASE WHEN _prior."_level" IS NULL THEN 0 ELSE _prior."p11" END, 0) - 1 AS "p11_diff", CASE WHEN _prior."_level" IS NULL THEN 0 ELSE _prior."p12" END AS "p12_prev", r."p12" / nullif(CASE WHEN _prior."_level" IS NULL THEN 0 ELSE _prior."p12" END, 0) - 1 AS "p12_diff"
  FROM (
    SELECT "_level", "d2", coalesce("p11", 0) AS "p11", coalesce("p12", 0) AS "p12"
    FROM _levels
  ) AS r
  LEFT JOIN _prior ON _prior."_level" = r."_level" AND _prior."d2" IS NOT DISTINCT FROM r."d2"
)
SELECT r."d2", r."p11", r."p11_prev", r."p11_diff", r."p12", r."p12_prev", r."p12_diff"
FROM _compared AS r
ORDER BY r."_level", r."d2" ASC NULLS LAST
LIMIT 100002
