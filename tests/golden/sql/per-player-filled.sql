WITH _1_p1 AS MATERIALIZED (
  SELECT f."day" AS "d1", f."player" AS "_1_p1_per", sum(f."amount") FILTER (WHERE f."player" IS NOT NULL) AS "_1_p1_value"
  FROM "payments" AS f
  WHERE f."day" >= DATE '2025-12-31' AND f."day" < DATE '2026-01-03'
  GROUP BY 1, 2
),
_1_p7 AS MATERIALIZED (
  SELECT f."day" AS "d1", f."player" AS "_1_p7_per", sum(f."amount") FILTER (WHERE f."player" IS NOT NULL) AS "_1_p7_value"
  FROM "payments" AS f
  WHERE f."day" >= DATE '2025-12-31' AND f."day" < DATE '2026-01-03' AND f."amount" >= 10
  GROUP BY 1, 2
),
_1 AS (
  SELECT f."day" AS "d1"
  FROM "payments" AS f
  WHERE f."day" >= DATE '2025-12-31' AND f."day" < DATE '2026-01-03'
  GROUP BY 1
),
_1_p1_rows AS (
  SELECT "d1", CAST(sum("_1_p1_value") AS DOUBLE) / nullif(count("_1_p1_value"), 0) AS "p1"
  FROM _1_p1
  GROUP BY 1
),
_1_p7_rows AS (
  SELECT "d1", CAST(sum("_1_p7_value") AS DOUBLE) / nullif(count("_1_p7_value"), 0) AS "p7"
  FROM _1_p7
  GROUP BY 1
),
_rows AS MATERIALIZED (
  SELECT "d1", max("p1") AS "p1", max("p7") AS "p7"
  FROM (
    SELECT "d1", NULL AS "p1", NULL AS "p7"
    FROM _1
    UNION ALL
    SELECT "d1", "p1", NULL AS "p7"
    FROM _1_p1_rows
    UNION ALL
    SELECT "d1", NULL AS "p1", "p7"
    FROM _1_p7_rows
  ) AS _all
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", (SELECT CAST(sum("_1_p1_value") AS DOUBLE) / nullif(count("_1_p1_value"), 0) FROM (
    SELECT "_1_p1_per", sum("_1_p1_value") AS "_1_p1_value"
    FROM _1_p1
    GROUP BY 1
  ) AS sums) AS "p1", (SELECT CAST(sum("_1_p7_value") AS DOUBLE) / nullif(count("_1_p7_value"), 0) FROM (
    SELECT "_1_p7_per", sum("_1_p7_value") AS "_1_p7_value"
    FROM _1_p7
    GROUP BY 1
  ) AS sums) AS "p7"
  UNION ALL
  SELECT 1 AS "_level", "d1", "p1", "p7"
  FROM _rows
),
_dates AS MATERIALIZED (
  SELECT DISTINCT r."_moment" AS "d1"
  FROM (
    SELECT CAST(unnest(generate_series(DATE '2025-12-31', DATE '2026-01-02', INTERVAL 1 DAY)) AS DATE) AS "_moment"
  ) AS r
),
_missing AS MATERIALIZED (
  SELECT 1 AS "_level", "d1", NULL AS "p1", NULL AS "p7"
  FROM (
    SELECT "d1"
    FROM _dates
    EXCEPT
    SELECT "d1"
    FROM _rows
  ) AS lacking
),
_filled AS (
  SELECT * FROM _levels
  UNION ALL
  SELECT * FROM _missing
)
SELECT r."d1", r."p1", r."p7"
FROM (
  SELECT "_level", "d1", "p1", coalesce("p7", 0) AS "p7"
  FROM _filled
) AS r
ORDER BY r."_level", r."d1" ASC NULLS LAST
LIMIT 100002
