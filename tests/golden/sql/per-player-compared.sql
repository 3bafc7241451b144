WITH _1_p1 AS MATERIALIZED (
  SELECT f."day" AS "d1", f."player" AS "_1_p1_per", sum(f."amount") FILTER (WHERE f."player" IS NOT NULL) AS "_1_p1_value"
  FROM "payments" AS f
  WHERE f."day" >= DATE '2026-01-02' AND f."day" < DATE '2026-01-03'
  GROUP BY 1, 2
),
_prior1_1_p1 AS MATERIALIZED (
  SELECT f."player" AS "_prior1_1_p1_per", sum(f."amount") FILTER (WHERE f."player" IS NOT NULL) AS "_prior1_1_p1_value"
  FROM "payments" AS f
  WHERE f."day" >= DATE '2026-01-01' AND f."day" < DATE '2026-01-02'
  GROUP BY 1
),
_prior2_1_p1 AS MATERIALIZED (
  SELECT (f."day" + 1) AS "d1", f."player" AS "_prior2_1_p1_per", sum(f."amount") FILTER (WHERE f."player" IS NOT NULL) AS "_prior2_1_p1_value"
  FROM "payments" AS f
  WHERE f."day" >= DATE '2026-01-01' AND f."day" < DATE '2026-01-02'
  GROUP BY 1, 2
),
_prior1_rows AS MATERIALIZED (
  SELECT CAST(sum("_prior1_1_p1_value") AS DOUBLE) / nullif(count("_prior1_1_p1_value"), 0) AS "p1"
  FROM _prior1_1_p1
),
_prior1_levels AS (
  SELECT 0 AS "_level", (SELECT CAST(sum("_prior1_1_p1_value") AS DOUBLE) / nullif(count("_prior1_1_p1_value"), 0) FROM (
    SELECT "_prior1_1_p1_per", sum("_prior1_1_p1_value") AS "_prior1_1_p1_value"
    FROM _prior1_1_p1
    GROUP BY 1
  ) AS sums) AS "p1"
  UNION ALL
  SELECT 1 AS "_level", "p1"
  FROM _prior1_rows
),
_prior2_rows AS MATERIALIZED (
  SELECT "d1", CAST(sum("_prior2_1_p1_value") AS DOUBLE) / nullif(count("_prior2_1_p1_value"), 0) AS "p1"
  FROM _prior2_1_p1
  GROUP BY 1
),
_prior2_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", (SELECT CAST(sum("_prior2_1_p1_value") AS DOUBLE) / nullif(count("_prior2_1_p1_value"), 0) FROM (
    SELECT "_prior2_1_p1_per", sum("_prior2_1_p1_value") AS "_prior2_1_p1_value"
    FROM _prior2_1_p1
    GROUP BY 1
  ) AS sums) AS "p1"
  UNION ALL
  SELECT 1 AS "_level", "d1", "p1"
  FROM _prior2_rows
),
_prior AS (
  SELECT "_level", NULL AS "d1", "p1"
  FROM _prior1_levels AS r
  WHERE r."_level" IN (0)
  UNION ALL
  SELECT "_level", "d1", "p1"
  FROM _prior2_levels AS r
  WHERE r."_level" IN (1)
),
_present AS MATERIALIZED (
  SELECT "d1", CAST(sum("_1_p1_value") AS DOUBLE) / nullif(count("_1_p1_value"), 0) AS "p1"
  FROM _1_p1
  GROUP BY 1
),
_rows AS MATERIALIZED (
  SELECT "d1", "p1"
  FROM _present
  UNION ALL
  SELECT "d1", NULL AS "p1"
  FROM (
    SELECT "d1"
    FROM _prior2_rows AS r
    WHERE r."d1" >= DATE '2026-01-02' AND r."d1" < DATE '2026-01-03'
    EXCEPT
    SELECT "d1"
    FROM _present
  ) AS lacking
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", (SELECT CAST(sum("_1_p1_value") AS DOUBLE) / nullif(count("_1_p1_value"), 0) FROM (
    SELECT "_1_p1_per", sum("_1_p1_value") AS "_1_p1_value"
    FROM _1_p1
    GROUP BY 1
  ) AS sums) AS "p1"
  UNION ALL
  SELECT 1 AS "_level", "d1", "p1"
  FROM _rows
),
_compared AS (
  SELECT r.*, _prior."p1" AS "p1_prev", r."p1" / nullif(_prior."p1", 0) - 1 AS "p1_diff"
  FROM _levels AS r
  LEFT JOIN _prior ON _prior."_level" = r."_level" AND _prior."d1" IS NOT DISTINCT FROM r."d1"
)
SELECT r."d1", r."p1", r."p1_prev", r."p1_diff"
FROM _compared AS r
ORDER BY r."_level", r."d1" ASC NULLS LAST
LIMIT 100002
