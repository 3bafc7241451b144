WITH _rows AS MATERIALIZED (
  SELECT f."login_date" AS "d1", f."channel" AS "d4", f."player_id" AS "d11", sum(f."minutes") AS "p2"
  FROM "login_day" AS f
  GROUP BY 1, 2, 3
),
_levels_1 AS (
  SELECT "d1", sum("p2") AS "p2"
  FROM _rows
  GROUP BY 1
),
_levels_2 AS (
  SELECT "d1", "d4", sum("p2") AS "p2"
  FROM _rows
  GROUP BY 1, 2
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", NULL AS "d4", NULL AS "d11", sum("p2") AS "p2"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d1", NULL AS "d4", NULL AS "d11", "p2"
  FROM _levels_1
  UNION ALL
  SELECT 2 AS "_level", "d1", "d4", NULL AS "d11", "p2"
  FROM _levels_2
  UNION ALL
  SELECT 3 AS "_level", "d1", "d4", "d11", "p2"
  FROM _rows
)
SELECT r."d1", r."d4", r."d11", r."p2", r."_level"
FROM (
  SELECT r.*, max(CASE WHEN r."_level" = 1 THEN r."p2" END) OVER (PARTITION BY r."d1") AS "_1_p2", max(CASE WHEN r."_level" = 2 THEN r."p2" END) OVER (PARTITION BY r."d1", r."d4") AS "_2_p2"
  FROM (
    SELECT "_level", "d1", "d4", "d11", coalesce("p2", 0) AS "p2"
    FROM _levels
  ) AS r
) AS r
ORDER BY r."_level" = 0 DESC, r."_1_p2" DESC NULLS LAST, r."d1" ASC NULLS LAST, r."_level" > 1, r."_2_p2" DESC NULLS LAST, r."d4" ASC NULLS LAST, r."_level" > 2, r."p2" DESC NULLS LAST, r."d11" ASC NULLS LAST
LIMIT 100002
