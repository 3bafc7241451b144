WITH _1_p1 AS (
  SELECT f."channel" AS "d2", f."day" AS "d1", f."spent" AS "_1_p1_value"
  FROM "spending" AS f
),
_rows AS MATERIALIZED (
  SELECT "d2", "d1", quantile_cont(CAST("_1_p1_value" AS DOUBLE), 0.5) AS "p1"
  FROM _1_p1
  GROUP BY 1, 2
),
_levels_1 AS (
  SELECT "d2", max("p1") AS "p1"
  FROM (
    SELECT "d2", NULL AS "p1"
    FROM (
      SELECT "d2"
      FROM _rows
      GROUP BY 1
    ) AS piece1
    UNION ALL
    SELECT "d2", "p1"
    FROM (
      SELECT "d2", quantile_cont(CAST("_1_p1_value" AS DOUBLE), 0.5) AS "p1"
      FROM _1_p1
      GROUP BY 1
    ) AS piece2
  ) AS pieces
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d2", NULL AS "d1", (SELECT quantile_cont(CAST("_1_p1_value" AS DOUBLE), 0.5) FROM _1_p1) AS "p1"
  UNION ALL
  SELECT 1 AS "_level", "d2", NULL AS "d1", "p1"
  FROM _levels_1
  UNION ALL
  SELECT 2 AS "_level", "d2", "d1", "p1"
  FROM _rows
)
SELECT r."d2", r."d1", r."p1", r."_level"
FROM _levels AS r
ORDER BY r."_level" = 0 DESC, r."d2" ASC NULLS LAST, r."_level" > 1, r."d1" ASC NULLS LAST
LIMIT 100002
